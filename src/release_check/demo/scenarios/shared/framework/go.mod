module github.com/example/terraform-provider-example

go 1.21

require github.com/hashicorp/terraform-plugin-framework v1.4.2
