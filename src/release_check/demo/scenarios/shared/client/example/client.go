package example

import (
	"fmt"
)

// Client speaks to the example service; this one keeps everything in memory.
type Client struct {
	objects map[string]map[string]interface{}
}

// NewClient gives a client with nothing stored.
func NewClient() *Client {
	return &Client{objects: map[string]map[string]interface{}{}}
}

// Create stores an object and gives its id.
func (c *Client) Create(kind string, fields map[string]interface{}) (string, error) {
	id := fmt.Sprintf("%s-%d", kind, len(c.objects)+1)
	c.objects[id] = fields
	return id, nil
}

// Read gives the fields of an object.
func (c *Client) Read(id string) (map[string]interface{}, error) {
	fields, ok := c.objects[id]
	if !ok {
		return nil, fmt.Errorf("%s was not found", id)
	}
	return fields, nil
}

// Update replaces the fields of an object.
func (c *Client) Update(id string, fields map[string]interface{}) error {
	c.objects[id] = fields
	return nil
}

// Delete forgets an object.
func (c *Client) Delete(id string) error {
	delete(c.objects, id)
	return nil
}
