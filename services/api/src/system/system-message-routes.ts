import { neededToChange } from '@slipway/domain';
import { readSetting, writeSetting } from '@slipway/persistence';
import { showSystemMessage, storedSystemMessage, systemMessageAnswer, systemMessageBody } from '@slipway/wire';
import { type Route, route } from '../http/route.ts';

const name = 'system-message';
const path = '/config/system-message';

export const systemMessage: readonly Route[] = [
  route({
    method: 'GET',
    path,
    name: 'getSystemMessage',
    summary: 'The message to all users',
    needs: 'anyone',
    reply: systemMessageAnswer,
    answer: async ({ database, typePrefix }) =>
      showSystemMessage(storedSystemMessage.parse(await readSetting(database, name)), typePrefix),
  }),
  route({
    method: 'PUT',
    path,
    name: 'updateSystemMessage',
    summary: 'Changes the message to all users; absent members stay',
    needs: { global: [neededToChange.systemMessage] },
    body: systemMessageBody,
    reply: systemMessageAnswer,
    answer: async ({ database, typePrefix }, { body }) => {
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      const stored = storedSystemMessage.parse(await readSetting(database, name));
      const message = storedSystemMessage.parse({ ...stored, ...given });
      await writeSetting(database, name, message);
      return showSystemMessage(message, typePrefix);
    },
  }),
];
