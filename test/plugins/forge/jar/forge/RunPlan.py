#
# Queues a build and waits for its end.
#
import sys, time
import com.xhaus.jyson.JysonCodec as json

if forgeServer is None:
	print "No server provided."
	sys.exit(1)

contentType = 'application/json'
headers = {'Accept': 'application/json'}
poll_interval = 2


def state_of(build):
	response = request.get('/api/builds/' + build + '?expand=state', contentType=contentType, headers=headers)
	if not response.isSuccessful():
		print "Request failed - couldn't poll for the state of build " + build + "\n"
		response.errorDump()
		sys.exit(1)
	return json.loads(response.response)


credentials = CredentialsFallback(forgeServer, username, password).getCredentials()
request = HttpRequest(forgeServer, credentials['username'], credentials['password'])

body = {'plan': {'key': planKey}}
if len(buildProperties) > 0:
	body['properties'] = {'property': []}
	for prop in sorted(buildProperties.keys()):
		body['properties']['property'].append({'name': prop, 'value': buildProperties[prop]})

response = request.post('/api/queue', json.dumps(body), contentType=contentType, headers=headers)
if not response.isSuccessful():
	print "Queuing failed for plan " + planKey + "\n"
	response.errorDump()
	sys.exit(1)

buildNumber = str(json.loads(response.response)['number'])
print "Build number is " + buildNumber + "\n"

while True:
	time.sleep(poll_interval)
	result = state_of(buildNumber)
	if result['finished']:
		break
	task.setStatusLine('%d %% done' % result['percentage'])

buildState = result['state']
if buildState == 'Successful':
	print "Build completed successfully\n"
else:
	print "Build failed: %s\n" % result.get('reason')
	sys.exit(1)
