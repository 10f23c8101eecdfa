import { randomBytes } from 'node:crypto';
import {
  agentResponse,
  exchangeBody,
  exchangeResponse,
  registrationBody,
  registrationResponse,
} from '@slipway/api-schema/containers';
import { list, showDate } from '@slipway/api-schema/format';
import { exchangeWithAgent } from '@slipway/application/containers';
import { message } from '@slipway/domain/messages';
import { NotFound } from '@slipway/domain/model';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import { listAgents, registerAgent, seeAgent } from '@slipway/persistence/containers';
import { whileConnected } from '../http/client/client-disconnect.ts';
import { jsonBodyWithPassword, type Route, route } from '../http/route.ts';

/** Routes for the agents that run containers (an extension). */
export const agents: readonly Route[] = [
  route({
    method: 'GET',
    path: '/agents',
    name: 'listAgents',
    summary: 'The agents that run containers, by name',
    needs: { global: [neededToRead.agents] },
    reply: list(agentResponse),
    answer: async ({ database }) =>
      (await listAgents(database)).map(({ name, username, labels, registeredAt, lastSeenAt }) => ({
        ...{ name, username, labels: [...labels] },
        ...{ registeredAt: showDate(registeredAt), lastSeenAt: showDate(lastSeenAt) },
      })),
  }),
  route({
    method: 'POST',
    path: '/agents',
    name: 'registerAgent',
    summary: 'Registers an agent that runs containers',
    needs: { global: [neededToChange.agent] },
    body: jsonBodyWithPassword(registrationBody),
    reply: registrationResponse,
    returnsSecret: true,
    answer: async ({ database }, { actor, body: { name, labels, id = null } }) => ({
      id: await registerAgent(database, { newId: randomBytes(24).toString('hex'), id, name, labels, actor }),
    }),
  }),
  route({
    method: 'POST',
    path: '/agents/{agentId}/exchange',
    name: 'exchangeWithAgent',
    summary: 'Reports the containers of an agent, and waits for its work; only for the user who registered it',
    needs: { global: [neededToChange.agent] },
    body: jsonBodyWithPassword(exchangeBody),
    reply: exchangeResponse,
    returnsSecret: true,
    answer: async ({ database, seal }, { actor, path, body, code }) => {
      const agent = await seeAgent(database, path.agentId, actor.username);
      if (agent === null) throw new NotFound(message('agent.unknown'));
      return await whileConnected(code.message, (signal) => exchangeWithAgent({ database, seal }, agent, body, signal));
    },
  }),
];
