import { mailStateResponse, mailTestBody, mailTestResponse } from '@slipway/api-schema/notifications';
import { neededToChange } from '@slipway/domain/people';
import { jsonBody, type Route, route } from '../http/route.ts';
import { renderMailState, resumeAddress, testMail } from './mail.ts';

const needs = { global: [neededToChange.notifications] } as const;

/** Routes for the mail server and suspended addresses (notifications.md, Mail). */
export const mail: readonly Route[] = [
  route({
    method: 'GET',
    path: '/mail',
    name: 'getMailState',
    summary: 'The mail server without its login, the last outcomes, the number of mails, and suspended addresses',
    needs,
    reply: mailStateResponse,
    answer: renderMailState,
  }),
  route({
    method: 'POST',
    path: '/mail/test',
    name: 'sendTestMail',
    summary: 'Sends a test mail to an address at once, and returns the answer of the mail server',
    needs,
    body: jsonBody(mailTestBody),
    reply: mailTestResponse,
    answer: (deps, { actor, body }) => testMail(deps, actor, body.address),
  }),
  route({
    method: 'DELETE',
    path: '/mail/suspended-addresses/{mailAddress}',
    name: 'resumeMailAddress',
    summary: 'Sends mails to a suspended address again, for each user who has it',
    needs,
    reply: null,
    answer: (deps, { actor, path }) => resumeAddress(deps, actor, path.mailAddress),
  }),
];
