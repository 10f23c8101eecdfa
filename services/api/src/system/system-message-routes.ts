import {
  showSystemMessage,
  storedSystemMessage,
  systemMessageBody,
  systemMessageResponse,
} from '@slipway/api-schema/system';
import { neededToChange } from '@slipway/domain/people';
import { readSetting, writeSetting } from '@slipway/persistence/database';
import { jsonBody, type Route, route } from '../http/route.ts';

const name = 'system-message';
const path = '/config/system-message';

export const systemMessage: readonly Route[] = [
  route({
    method: 'GET',
    path,
    name: 'getSystemMessage',
    summary: 'The message to all users',
    needs: 'anyone',
    reply: systemMessageResponse,
    answer: async ({ database, typePrefix }) =>
      showSystemMessage(storedSystemMessage.parse(await readSetting(database, name)), typePrefix),
  }),
  route({
    method: 'PUT',
    path,
    name: 'updateSystemMessage',
    summary: 'Changes the message to all users; absent members stay',
    needs: { global: [neededToChange.systemMessage] },
    body: jsonBody(systemMessageBody),
    reply: systemMessageResponse,
    answer: async ({ database, typePrefix }, { body }) => {
      const sentMembers = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      const stored = storedSystemMessage.parse(await readSetting(database, name));
      const message = storedSystemMessage.parse({ ...stored, ...sentMembers });
      await writeSetting(database, name, message);
      return showSystemMessage(message, typePrefix);
    },
  }),
];
