package main

import (
	"context"
	"log"

	"github.com/example/terraform-provider-example/example"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
)

func main() {
	err := providerserver.Serve(context.Background(), example.New, providerserver.ServeOpts{
		Address: "registry.terraform.io/example/example",
	})
	if err != nil {
		log.Fatal(err)
	}
}
