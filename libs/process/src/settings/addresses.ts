import { parseUrls } from '@slipway/server-addresses/addresses';
import { z } from 'zod';

/** The address of one server or of several, each host of which makes it a URL of such a protocol, for instance `postgres:`. */
const addressOf = (...protocols: readonly string[]) =>
  z.string().refine((text) => {
    const urls = parseUrls(text) ?? [];
    return urls.length > 0 && urls.every(({ protocol }) => protocols.includes(protocol));
  });

export const databaseAddress = addressOf('postgres:', 'postgresql:');

const oneRedis = addressOf('redis:', 'rediss:').refine((text) => (parseUrls(text) ?? []).length === 1);
const nodes = addressOf('redis+cluster:', 'rediss+cluster:');
/** Sentinels know the master by a name, which the path begins with; a number of a database may follow. */
const sentinels = addressOf('redis+sentinel:', 'rediss+sentinel:').refine((text) =>
  (parseUrls(text) ?? []).every(({ pathname }) => /^\/[\w.-]{1,200}(\/\d{1,5})?$/.test(pathname)),
);

export const redisAddress = z.union([oneRedis, sentinels, nodes]);
