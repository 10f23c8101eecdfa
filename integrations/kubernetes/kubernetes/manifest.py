import json
import yaml


def objects_in(text):
    """Returns the objects of a manifest in YAML or JSON. Raises an error that names the invalid document."""
    found = []
    for document in _documents(text):
        if document is not None:
            found.extend(document['items'] if _is_list(document) else [document])
    for index, item in enumerate(found):
        _check(item, index + 1)
    if not found:
        raise Exception('manifest: it has no object')
    return found


def as_json(value):
    """Returns JSON. YAML reads a date without quotation marks as a date, which becomes a text."""
    return json.dumps(value, default=lambda other: other.isoformat())


def _documents(text):
    try:
        return list(yaml.safe_load_all(text))
    except yaml.YAMLError as error:
        raise Exception('manifest: %s' % ' '.join(str(error).split())[:300])


def _is_list(document):
    kind = document.get('kind') if isinstance(document, dict) else None
    return kind is not None and kind.endswith('List') and isinstance(document.get('items'), list)


def _check(item, number):
    if not isinstance(item, dict):
        raise Exception('manifest: the document %d is not an object' % number)
    for name in ('apiVersion', 'kind'):
        if not isinstance(item.get(name), basestring):
            raise Exception('manifest: the document %d has no %s' % (number, name))
    metadata = item.get('metadata')
    if not isinstance(metadata, dict) or not isinstance(metadata.get('name'), basestring):
        raise Exception('manifest: the document %d has no metadata.name' % number)
