package example

import (
	"github.com/hashicorp/terraform-plugin-sdk/helper/schema"
	"github.com/hashicorp/terraform-plugin-sdk/terraform"
)

// Provider gives the example provider.
func Provider() terraform.ResourceProvider {
	return &schema.Provider{
		ResourcesMap: map[string]*schema.Resource{
			"example_widget": resourceWidget(),
		},
		ConfigureFunc: func(d *schema.ResourceData) (interface{}, error) {
			return NewClient(), nil
		},
	}
}
