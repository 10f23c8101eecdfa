import { type Fixture, phase, task, template, withVariable } from './fixture.ts';

const shows = (fields: object) => ({ variables: [fields] });
const secretOmitted = "variable 'v': its value was left out: a secret of another server, or a masked one";

/** One template for each variable type, and for each further feature of variables. */
export const variableTypes: readonly Fixture[] = [
  {
    name: 'a text',
    template: withVariable('StringVariable', { value: 'x', label: 'V', description: 'd', multiline: true }),
    shows: shows({ value: 'x', label: 'V', multiline: true }),
  },
  {
    name: 'a password in clear',
    template: withVariable('PasswordStringVariable', { value: 'secret' }),
    shows: shows({ value: '********' }),
  },
  {
    name: 'a password of another server',
    template: withVariable('PasswordStringVariable', { value: '{aes:v0}AAAA' }),
    warnings: [secretOmitted],
  },
  {
    name: 'a password of an older server',
    template: withVariable('PasswordStringVariable', { value: '{aes}AAAA' }),
    warnings: [secretOmitted],
  },
  {
    name: 'a masked password',
    template: withVariable('PasswordStringVariable', { value: '********' }),
    warnings: [secretOmitted],
  },
  {
    name: 'a list',
    template: withVariable('ListStringVariable', { value: ['b', 'a'] }),
    shows: shows({ value: ['b', 'a'] }),
  },
  { name: 'a set', template: withVariable('SetStringVariable', { value: ['b', 'a'] }) },
  {
    name: 'a map',
    template: withVariable('MapStringStringVariable', { value: { k: 'v' } }),
    shows: shows({ value: { k: 'v' } }),
  },
  { name: 'a yes or no', template: withVariable('BooleanVariable', { value: true }), shows: shows({ value: true }) },
  { name: 'a number', template: withVariable('IntegerVariable', { value: 7 }), shows: shows({ value: 7 }) },
  {
    name: 'a date',
    template: withVariable('DateVariable', { value: '2030-01-02T03:04:05+01:00' }),
    shows: shows({ value: '2030-01-02T02:04:05.000+00:00' }),
  },
  {
    name: 'a reference',
    template: withVariable('ReferenceVariable', { referencedType: 'jenkins.Server' }),
    shows: { variables: [{ referencedType: 'jenkins.Server' }] },
  },
  {
    name: 'a reference to a connection of another server',
    template: withVariable('ReferenceVariable', {
      value: 'Configuration/Custom/Configuration5',
      referencedType: 'jenkins.Server',
    }),
    warnings: ["variable 'v': value 'Configuration/Custom/Configuration5' is kept: there is no such connection yet"],
  },
  {
    name: 'a list box',
    template: withVariable('StringVariable', {
      value: 'a',
      valueProvider: { type: 'xlrelease.ListOfStringValueProviderConfiguration', values: ['a', 'b'] },
    }),
    shows: shows({ valueProvider: { values: ['a', 'b'] } }),
  },
  {
    name: 'a type that nobody knows',
    template: withVariable('ColorVariable', { value: { red: 1 } }),
    warnings: ["variable 'v' has become a text: its type 'xlrelease.ColorVariable' is not known here"],
    shows: shows({ type: 'rel.StringVariable', value: '{"red":1}' }),
  },
  {
    name: 'values by key, as before variables were things',
    template: template('maps', {
      variableValues: { '${version}': '1.0' },
      passwordVariableValues: { '${token}': '{aes:v0}AAAA' },
      phases: [phase('Build', task('Task', 'work'))],
    }),
    warnings: ["variable 'token': its value was left out: a secret of another server, or a masked one"],
    stops: true,
    shows: {
      variables: [
        { key: 'version', value: '1.0' },
        { key: 'token', type: 'rel.PasswordStringVariable' },
      ],
    },
  },
];
