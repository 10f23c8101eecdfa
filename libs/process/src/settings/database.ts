import { databaseAddress, type Read, rule, secretRule, wholeNumber } from './setting.ts';

/** The settings of the database connection. */
export const databaseVariables = {
  DATABASE_URL: databaseAddress
    .optional()
    .meta(
      secretRule('must be the address of a PostgreSQL database', 'postgresql://user:password@localhost:5432/slipway'),
    ),
  DATABASE_DIRECT_URL: databaseAddress
    .optional()
    .meta(
      secretRule(
        'must be set together with DATABASE_URL, to an address of the same database without a pooler',
        'postgresql://user:password@db-1:5432/slipway',
      ),
    ),
  DATABASE_READ_URL: databaseAddress
    .optional()
    .meta(
      secretRule(
        'must be set together with DATABASE_URL, to the address of a replica of the same database',
        'postgresql://user:password@replica:5432/slipway',
      ),
    ),
  DATABASE_READ_LAG_MS: wholeNumber(100, 600_000)
    .default(2_000)
    .meta(rule('must be a whole number of milliseconds from 100 to 600000', '2000')),
  DATABASE_CONNECTIONS: wholeNumber(2, 1_000)
    .optional()
    .meta(rule('must be a whole number of connections from 2 to 1000', '10')),
};

export const databaseDependencies = [['DATABASE_URL', ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL']]] as const;

export const databaseSettings = (read: Read<typeof databaseVariables>) => ({
  databaseUrl: read.DATABASE_URL,
  databaseDirectUrl: read.DATABASE_DIRECT_URL,
  databaseReadUrl: read.DATABASE_READ_URL,
  databaseReadLagMs: read.DATABASE_READ_LAG_MS,
  databaseConnections: read.DATABASE_CONNECTIONS,
});
