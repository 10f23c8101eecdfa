import { expect, test } from 'vitest';
import { parseConfig } from '../config.ts';

const MAIL_FROM = 'Slipway <slipway@acme.example>';
const mailOf = (SMTP_URL: string, from = MAIL_FROM) => parseConfig({ SMTP_URL, MAIL_FROM: from }).mail;
const server = { host: 'mail.acme.example', port: 587, tls: false, isLocal: false, login: null, from: MAIL_FROM };

test.each([
  ['smtp://mail.acme.example', {}],
  ['smtp://mail.acme.example/', {}],
  ['smtp://mail.acme.example:25', { port: 25 }],
  ['smtps://mail.acme.example', { port: 465, tls: true }],
  ['smtps://mail.acme.example:2465', { port: 2465, tls: true }],
  [
    'smtps://ann%40acme.example:p%3A%2F%40ss@mail.acme.example',
    { port: 465, tls: true, login: { user: 'ann@acme.example', password: 'p:/@ss' } },
  ],
  ['smtp://localhost', { host: 'localhost', isLocal: true }],
  ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, isLocal: true }],
  ['smtp://[::1]:2525', { host: '::1', port: 2525, isLocal: true }],
  ['smtp://[fd00::5]', { host: 'fd00::5' }],
  ['smtp://127.0.0.1.acme.example', { host: '127.0.0.1.acme.example' }],
])('%s is a mail server', (url, expected) => {
  expect(mailOf(url)).toEqual({ ...server, ...expected });
});

test('there is no mail server without an address, or with none', () => {
  expect(parseConfig({}).mail).toBeUndefined();
  expect(parseConfig({ MAIL_FROM }).mail).toBeUndefined();
  expect(parseConfig({ SMTP_URL: 'none' }).mail).toBeUndefined();
  expect(parseConfig({}).mailMode).toBe('manual');
  expect(parseConfig({ NOTIFICATION_WITHOUT_SMTP: 'fail' }).mailMode).toBe('fail');
  const both = { SMTP_URL: 'smtp://mail.acme.example', MAIL_FROM, NOTIFICATION_WITHOUT_SMTP: 'fail' };
  expect(parseConfig(both).mailMode).toBe('send');
});

test('the sender may have no name', () => {
  expect(mailOf('smtp://mail.acme.example', 'slipway@acme.example')?.from).toBe('slipway@acme.example');
});

test.each([
  ['SMTP_URL', { SMTP_URL: 'mail.acme.example' }],
  ['SMTP_URL', { SMTP_URL: 'http://mail.acme.example' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.acme.example:0' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.acme.example:65536' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.acme.example/path' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.acme.example?pool=true' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://slipway@mail.acme.example' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://:hunter2@mail.acme.example' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://ann:hunter2%zz@mail.acme.example' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://ann:hunter2%0a@mail.acme.example' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://bücher.example' }],
  ['MAIL_FROM', { MAIL_FROM: '' }],
  ['MAIL_FROM', { MAIL_FROM: 'Slipway' }],
  ['MAIL_FROM', { MAIL_FROM: 'Slip\nway <slipway@acme.example>' }],
  ['MAIL_FROM', { MAIL_FROM: 'a@acme.example, b@acme.example' }],
  ['NOTIFICATION_WITHOUT_SMTP', { NOTIFICATION_WITHOUT_SMTP: 'skip' }],
])('an invalid or missing %s is reported in one line, without a value: %o', (name, change) => {
  const message = (() => {
    try {
      return parseConfig({ SMTP_URL: 'smtp://mail.acme.example', MAIL_FROM, ...change });
    } catch (error) {
      return String(error);
    }
  })();
  expect(message).toMatch(new RegExp(`^InvalidConfig: ${name} must be .+, for example ${name}=\\S.*$`));
  expect(message).not.toContain('hunter2');
});
