from parley import Parley

client = Parley(server)
messageId = client.post(client.channel(channel), message, mentions)
print u'Told \u00ab{0}\u00bb: {1}'.format(channel, message)
