module github.com/example/terraform-provider-example

go 1.13

require github.com/hashicorp/terraform-plugin-sdk v1.7.0
