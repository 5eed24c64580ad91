module github.com/example/terraform-provider-example

go 1.18

require github.com/hashicorp/terraform-plugin-sdk/v2 v2.24.1
