from drydock.registry import Registry


def parts(name):
    return [int(part) if part.isdigit() else 0 for part in name.split('.')]


tags = [each for each in Registry(registry).tags(image) if each != 'latest']
if tags:
    imageTag = sorted(tags, key=parts)[-1]
    triggerState = imageTag
