import json
import requests


def content_of(body):
    """Returns the body as a text. A client of the family can store an object."""
    return body if body is None or isinstance(body, basestring) else json.dumps(body)


def send(url, method, body, login, content_type):
    """Sends a request once and returns the text of its response. Raises an error for a refused request."""
    headers = {'Accept': content_type, 'Content-Type': content_type}
    response = requests.request(method, url, auth=login if login[0] else None, data=content_of(body), headers=headers)
    if response.status_code >= 400:
        details = ' '.join((response.text or '').split())[:300]
        raise Exception('%s: the server returned %s: %s' % (method, response.status_code, details))
    return response.text


def text_of(value):
    """Returns a text. A list or an object becomes JSON."""
    if value is None or isinstance(value, basestring):
        return value
    return json.dumps(value)


def results(content, paths, find):
    """Returns the values at the paths. Without a first path, the first value is the content."""
    first = find(paths[0]) if paths[0] else content
    return [text_of(first)] + [text_of(find(path)) if path else None for path in paths[1:]]
