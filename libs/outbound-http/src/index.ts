export { type Connection, secretsOf } from './connection/connection.ts';
export type { Secret } from './connection/secrets.ts';
export { createEgress, type Egress, type HttpReply } from './egress.ts';
export type { EgressPolicy } from './policy/policy.ts';
export { failed } from './policy/refusal.ts';
export type { ProtocolHandler, ProtocolRequest } from './protocols.ts';
