import xml.etree.ElementTree as ET


def read(text):
    """The newest version that a maven-metadata.xml tells, and all of them."""
    root = ET.fromstring(text)
    versions = [each.text for each in root.findall('./versioning/versions/version')]
    latest = root.find('versioning/latest')
    return (latest.text if latest is not None else versions[-1]), versions


def path_of(coordinates):
    group, artefact = coordinates.split(':')
    return '%s/%s' % (group.replace('.', '/'), artefact), artefact
