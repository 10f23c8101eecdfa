from courier.letters import Letter, send

credentials = CredentialsFallback(gateway, None, None).getCredentials()
request = HttpRequest(gateway, credentials['username'], credentials['password'])
letter = Letter(subject, body, urgent)
accepted, refused = [], {}
for address in to:
    why = send(request, gateway['account'], letter, address)
    if why is None:
        accepted.append(address)
    else:
        refused[address] = why

print u'%d accepted, %d refused' % (len(accepted), len(refused))
if refused and not accepted:
    raise Exception('Nobody was told.')
