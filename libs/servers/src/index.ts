export { connectToPrimary, type Servers, serverClient, createServers } from './postgres.ts';
