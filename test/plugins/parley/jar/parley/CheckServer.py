import requests

answer = requests.get(configuration.url + '/me', headers={'Authorization': 'Bearer {}'.format(configuration.token)}, verify=True)
if answer.status_code != requests.codes.ok:
    raise Exception('The chat has answered with status {}'.format(answer.status_code))
