from drydock.registry import Registry

client = Registry(registry)
digest = client.digest(image, tag)
client.retag(image, tag, newTag)
if removeOld:
    client.remove(image, tag)
print '%s:%s is %s' % (image, newTag, digest)
