import confvault

data = confvault.read(server, path)
if key not in data:
    raise KeyError('%s has no %s, but %s' % (path, key, ', '.join(sorted(data))))
value = data[key]
print 'Read %s' % key
