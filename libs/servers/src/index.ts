export { connectToOne, type Servers, serverClient, serversOf } from './postgres.ts';
