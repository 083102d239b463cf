from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0003_round_warnings"),
    ]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="stored_cut",
            field=models.JSONField(
                default=dict,
                help_text="Who comes in from the stage before; empty: everybody entered",
            ),
        ),
    ]
