from drydock.registry import Registry

response = Registry(configuration).call('GET', '/v2/', scope='pull')
if response.status != 200:
    raise Exception('The registry has answered with status %s' % response.status)
