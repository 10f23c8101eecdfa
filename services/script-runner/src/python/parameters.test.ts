import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

const python = startPython();
afterAll(() => python.stop());

const parameterValues = { t: ['one, two', 'three'], empty: [''], n: ['7'], token: ['s3cret'] };
const evaluated = (script: string, objects: readonly string[]) =>
  python.run(script, { purpose: 'webhook', objects, inputs: { parameters: parameterValues, params: parameterValues } });

/** compatibility.md, Scripts: a list that also acts as the text of its first value. */
describe.each([[[]], [['parameters', 'params']]])('the values of a parameter, with objects %j', (objects) => {
  test.each([
    ['are a list', "parameters['t'][0] == 'one, two' and parameters['t'][-1] == 'three'"],
    ['have the length of a list', "len(params['t']) == 2 and len(params['token']) == 1"],
    ['are gone through one by one', "[v.upper() for v in parameters['t']] == ['ONE, TWO', 'THREE']"],
    ['hold each of them', "'three' in parameters['t'] and 'two' not in parameters['t']"],
    ['are equal to their list', "parameters['t'] == ['one, two', 'three'] and parameters['t'] != ['x']"],
    ['are split as their first value', "parameters['t'].split(', ') == ['one', 'two']"],
    ['are equal to their first value', "params['token'] == 's3cret' and 's3cret' == params['token']"],
    ['differ from other texts', "params['token'] != 'x' and not params['token'] == 'x' and 'x' != params['token']"],
    ['have the methods of a text', "params['token'].startswith('s3') and params['token'].upper() == 'S3CRET'"],
    ['are found in a list of texts', "params['token'] in ['a', 's3cret'] and params['token'] in ('s3cret',)"],
    ['are a key', "{'s3cret': 1}[params['token']] == 1"],
    [
      'are taken where a text is wanted',
      "re.match('s3', params['token']) is not None and b64encode(params['token']) == 'czNjcmV0'",
    ],
    ['are read as a number', "int(params['n']) == 7 and long(params['n']) == 7 and float(params['n']) == 7.0"],
    ['are looked for in a text', "params['token'] in 'a s3cret b' and 'x' not in params['token']"],
    ['are put into a text', "'<%s>' % params['token'] == '<s3cret>' and str(params['token']) == 's3cret'"],
    ['are formatted', "'{}'.format(params['token']) == 's3cret'"],
    ['are added to a text', "'Bearer ' + params['token'] == 'Bearer s3cret' and params['token'] + '!' == 's3cret!'"],
    [
      'are added to a list',
      "params['token'] + ['x'] == ['s3cret', 'x'] and ['x'] + params['token'] == ['x', 's3cret']",
    ],
    [
      'are kept where they are empty',
      "params['empty'] == '' and params['empty'] == [''] and params['empty'].strip() == ''",
    ],
    ['are taken by get', "parameters.get('t').split(',')[0] == 'one' and parameters.get('none') is None"],
  ])('%s', (_, expression) => {
    expect(evaluated(`import re\nfrom base64 import b64encode\nauthenticated = ${expression}`, objects)).toMatchObject({
      error: null,
      result: true,
    });
  });

  test('are a list in JSON, and for type checks of a script', () => {
    const script =
      "import json\nauthenticated = json.dumps(params['token']) == '[\"s3cret\"]' and isinstance(params['token'], list)";
    expect(evaluated(script, objects)).toMatchObject({ error: null, result: true });
  });
});
