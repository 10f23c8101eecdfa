params = {'url': configuration.url, 'proxyHost': configuration.proxyHost, 'proxyPort': configuration.proxyPort}
response = HttpRequest(params).get('/api/user', headers={'PRIVATE-TOKEN': configuration.accessToken})
if not response.isSuccessful():
    raise Exception('Gitpond says HTTP %s' % response.status)
