"""Go source to values; knows nothing of Terraform."""
