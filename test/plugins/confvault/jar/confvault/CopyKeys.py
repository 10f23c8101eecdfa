import confvault

data = confvault.read(server, fromPath)
data.update(overrides)
confvault.write(server, toPath, data)
copied = sorted(data.keys())
