export { connectToPrimary, createServers, type Servers, serverClient } from './postgres.ts';
