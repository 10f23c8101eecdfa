import { createHmac } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

const body = '{"ref":"refs/heads/main","pusher":"Zoë"}';
const secret = 'kept secret';
const signed = (algorithm: string): string => createHmac(algorithm, secret).update(body).digest('hex');

const inputs = {
  endpoint: { id: 'Configuration/Custom/E1', title: 'Pushes', path: 'git/push', method: 'POST' },
  config: { type: 'acme.Token', token: secret, tokenList: ['one', 'two'], strict: true, limit: 3, isOpen: false },
  headers: {
    'X-Token': secret,
    'X-Hub-Signature': `sha1=${signed('sha1')}`,
    'X-Hub-Signature-256': `sha256=${signed('sha256')}`,
    authorization: `Basic ${Buffer.from(`ann:${secret}`).toString('base64')}`,
  },
  parameters: { token: ['one, two', 'three'], empty: [''] },
  params: { token: ['one, two', 'three'], empty: [''] },
  payload: { ...JSON.parse(body), id: Reflect.apply(Reflect.get(JSON, 'rawJSON'), JSON, ['8202522731445525542']) },
  content: JSON.parse(body),
  rawBody: body,
};

/** Scripts that authenticate a request, and their results. */
const corpus: readonly (readonly [says: string, script: string, authenticated: unknown])[] = [
  ['a token in a header authenticates', "authenticated = headers['X-Token'] == config.token", true],
  ['lookups of headers ignore case', "authenticated = headers['x-token'] == config['token']", true],
  ['get of headers ignores case', "authenticated = headers.get('X-TOKEN') == config.getToken()", true],
  [
    'in and has_key of headers ignore case',
    "authenticated = 'x-ToKen' in headers and headers.has_key('X-TOKEN')",
    true,
  ],
  ['a missing header is None', "authenticated = headers.get('X-Other') is not None", false],
  ['a missing header has its default', "authenticated = headers.get('X-Other', 'no') == 'no'", true],
  ['a single expression is the result', "headers['X-Token'] == 'another'", false],
  ['without the variable, there is no result', "ok = headers['X-Token'] == config.token", null],
  ['an integer beyond 2^53 keeps all digits', "authenticated = payload['id'] + 1 == 8202522731445525543", true],
  [
    'an integer beyond 2^53 is a number',
    'authenticated = "%d %s" % (payload["id"], payload["id"])',
    '8202522731445525542 8202522731445525542',
  ],
  ['a number is not true', 'authenticated = 1', 1],
  ['a text is not true', "authenticated = 'true'", 'true'],
  ['None is not true', 'authenticated = None', null],
  [
    'a GitHub signature with SHA-1 is verified',
    `import hmac
import hashlib
signature = 'sha1=' + hmac.new(config.token, rawBody.encode('utf-8'), hashlib.sha1).hexdigest()
authenticated = signature == headers['X-Hub-Signature']`,
    true,
  ],
  [
    'a GitHub signature with SHA-256 is verified in constant time',
    `import hmac, hashlib
def valid(given, body):
    kind, digest = given.split('=', 1)
    mine = hmac.new(str(config.token), msg=body, digestmod=hashlib.sha256)
    return kind == 'sha256' and hmac.compare_digest(mine.hexdigest(), digest)
authenticated = valid(headers['X-Hub-Signature-256'], rawBody)`,
    true,
  ],
  [
    'a signature of another body is rejected',
    `import hmac, hashlib
authenticated = hmac.new(config.token, rawBody + ' ', hashlib.sha256).hexdigest() in headers['X-Hub-Signature-256']`,
    false,
  ],
  [
    'parameters can be declared global in a function and split',
    `def allowed():
    global parameters
    tokens = []
    for part in parameters['token']:
        tokens.extend([t.strip() for t in part.split(',')])
    return 'two' in tokens and 'four' not in tokens
authenticated = allowed()`,
    true,
  ],
  [
    'parameters are lists, also as params',
    "authenticated = parameters['token'][1] == params['token'][-1] == 'three'",
    true,
  ],
  ['a parameter without a value is an empty string', "authenticated = parameters['empty'] == ['']", true],
  [
    'payload and content are the value of the body',
    "authenticated = payload['ref'] == content['ref'] == 'refs/heads/main'",
    true,
  ],
  [
    'the endpoint has attributes and getters',
    "authenticated = endpoint.title == endpoint.getTitle() and endpoint.path.startswith('git/')",
    true,
  ],
  [
    'the configuration contains lists, numbers and flags',
    "authenticated = 'two' in config.tokenList and config.strict and config.limit == 3",
    true,
  ],
  ['Java getters of flags begin with is', 'authenticated = config.isStrict() and not config.isOpen', true],
  [
    'Basic authorization can be decoded',
    `import base64
kind, given = headers['Authorization'].split(' ')
user, password = base64.b64decode(given).split(':', 1)
authenticated = kind == 'Basic' and user == 'ann' and password == config.token`,
    true,
  ],
  [
    'texts beyond ASCII are equal to themselves',
    `import json
authenticated = json.loads(rawBody)['pusher'] == payload['pusher'] == u'Zo\\xeb'`,
    true,
  ],
];

const python = startPython();
afterAll(python.stop);
const runWebhook = (script: string, packaged = false) =>
  python.run(script, { purpose: 'webhook', inputs, objects: ['config', 'endpoint'], packaged });

describe('authentication scripts', () => {
  test.each(corpus)('%s', (_, script, authenticated) => {
    const { error, result } = runWebhook(script);
    expect({ error, result }).toEqual({ error: null, result: authenticated });
  });

  const withHelper = `from com.xebialabs.deployit.util import PasswordEncrypter
authenticated = PasswordEncrypter.getInstance().ensureDecrypted(config.token) == headers['X-Token']`;

  test('a packaged script reads the password in clear text', () => {
    expect(runWebhook(withHelper, true)).toMatchObject({ error: null, result: true });
  });

  test('another script can check that its values are in clear text', () => {
    expect(runWebhook(withHelper).error).toEqual({
      type: 'ImportError',
      message:
        'No module named com.xebialabs.deployit.util: only packaged scripts can import PasswordEncrypter; other scripts receive decrypted values',
      line: 1,
    });
  });

  test('the inputs of a script are read-only', () => {
    expect(runWebhook("config.token = 'mine'").error).toEqual({
      type: 'AttributeError',
      message: "'token' cannot be set: scripts may only read this object",
      line: 1,
    });
  });

  test('a webhook script has no objects of a release', () => {
    expect(runWebhook('taskApi.completeTask(task)').error).toEqual({
      type: 'NameError',
      message: "name 'taskApi' is not defined",
      line: 1,
    });
  });
});
