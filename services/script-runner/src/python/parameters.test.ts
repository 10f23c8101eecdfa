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
    ['can be iterated', "[v.upper() for v in parameters['t']] == ['ONE, TWO', 'THREE']"],
    ['contain each value', "'three' in parameters['t'] and 'two' not in parameters['t']"],
    ['are equal to their list', "parameters['t'] == ['one, two', 'three'] and parameters['t'] != ['x']"],
    ['split as the first value', "parameters['t'].split(', ') == ['one', 'two']"],
    ['are equal to the first value', "params['token'] == 's3cret' and 's3cret' == params['token']"],
    ['differ from other strings', "params['token'] != 'x' and not params['token'] == 'x' and 'x' != params['token']"],
    ['have the methods of a string', "params['token'].startswith('s3') and params['token'].upper() == 'S3CRET'"],
    ['are found in a list of strings', "params['token'] in ['a', 's3cret'] and params['token'] in ('s3cret',)"],
    ['are keys of dicts', "{'s3cret': 1}[params['token']] == 1"],
    [
      'are accepted as a string',
      "re.match('s3', params['token']) is not None and b64encode(params['token']) == 'czNjcmV0'",
    ],
    ['can be converted to a number', "int(params['n']) == 7 and long(params['n']) == 7 and float(params['n']) == 7.0"],
    ['can be searched in a string', "params['token'] in 'a s3cret b' and 'x' not in params['token']"],
    ['can be formatted into a string', "'<%s>' % params['token'] == '<s3cret>' and str(params['token']) == 's3cret'"],
    ['can be formatted', "'{}'.format(params['token']) == 's3cret'"],
    [
      'can be added to a string',
      "'Bearer ' + params['token'] == 'Bearer s3cret' and params['token'] + '!' == 's3cret!'",
    ],
    [
      'can be added to a list',
      "params['token'] + ['x'] == ['s3cret', 'x'] and ['x'] + params['token'] == ['x', 's3cret']",
    ],
    [
      'are kept if they are empty',
      "params['empty'] == '' and params['empty'] == [''] and params['empty'].strip() == ''",
    ],
    ['are returned by get', "parameters.get('t').split(',')[0] == 'one' and parameters.get('none') is None"],
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
