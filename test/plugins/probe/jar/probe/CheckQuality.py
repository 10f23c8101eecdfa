import base64, json, sys, time
import urllib
import urllib2


def open_url(path, data=None):
    request = urllib2.Request(server['url'] + path, data)
    credentials = base64.encodestring('%s:%s' % (server['username'], server['password'])).replace('\n', '')
    request.add_header('Authorization', 'Basic %s' % credentials)
    request.add_header('Accept', 'application/json')
    try:
        answer = urllib2.urlopen(request, timeout=60)
    except urllib2.HTTPError as e:
        print 'Scanner: HTTP %d for %s' % (e.code, path)
        print e.read()
        sys.exit(1)
    try:
        return json.load(answer)
    finally:
        answer.close()


def wait_for_scan(scan):
    deadline = time.time() + timeoutMinutes * 60
    while time.time() < deadline:
        state = open_url('/api/scans/%s' % scan)
        if state['status'] != 'RUNNING':
            return state
        time.sleep(pollSeconds)
    raise Exception('Scan %s has not ended within %d minutes' % (scan, timeoutMinutes))


scan = open_url('/api/scans', urllib.urlencode({'project': project}))['id']
result = wait_for_scan(scan)
if result['status'] != 'OK':
    raise Exception('Scan %s: %s' % (scan, result['status']))

found = open_url('/api/measures?' + urllib.urlencode({'scan': scan, 'metrics': ','.join(sorted(thresholds.keys()))}))
measures = {}
broken = []
for item in found['measures']:
    measures[item['metric']] = str(item['value'])
    most = int(thresholds[item['metric']])
    if item['value'] > most:
        broken.append('%s is %d, and %d at most is wanted' % (item['metric'], item['value'], most))

report = '%s/dashboard?%s' % (server['url'], urllib.urlencode([('id', project)]))
if broken:
    print '\n'.join(broken)
    sys.exit(1)
print 'Quality is as wanted'
