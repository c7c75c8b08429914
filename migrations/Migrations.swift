let migrations = PackageResources._001_x_sql
