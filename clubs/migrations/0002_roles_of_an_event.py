from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0001_initial")]

    operations = [
        migrations.AlterField(
            model_name="role",
            name="role",
            field=models.CharField(
                choices=[
                    ("admin", "admin"),
                    ("organiser", "organiser"),
                    ("referee", "referee"),
                    ("keyer", "keyer"),
                    ("reader", "reader"),
                ],
                max_length=20,
            ),
        ),
    ]
