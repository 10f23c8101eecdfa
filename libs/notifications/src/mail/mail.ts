/** The mail server and the sender, as in `Config.mail`. */
export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** whether the connection uses TLS from its start, otherwise STARTTLS if the server offers it */
  readonly tls: boolean;
  /** whether the server is on this machine, so that no other machine can read the connection */
  readonly isLocal: boolean;
  readonly login: { readonly user: string; readonly password: string } | null;
  /** the default sender: an address, optionally after a name */
  readonly from: string;
}

/** A message. Addresses are `user@example.com` or `Full Name <user@example.com>`. */
export interface Mail {
  /** the id between `<` and `>`; a repeated message has the same one (see `messageIdOf`) */
  readonly messageId: string;
  /** the default is the sender of the settings */
  readonly from?: string;
  readonly to: readonly string[];
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** further headers by name, such as `X-Slipway-Event` */
  readonly headers?: Readonly<Record<string, string>>;
  /** the ids of messages in the same thread, without `<` and `>` */
  readonly references?: readonly string[];
}

/** A recipient that the server refused, although it accepted the message for others. */
export interface RefusedRecipient {
  readonly address: string;
  readonly reason: string;
}

/** The outcome of sending a message. A reason is one line without secrets. */
export type MailResult =
  | { readonly kind: 'accepted'; readonly response: string; readonly refused: readonly RefusedRecipient[] }
  | {
      readonly kind: 'rejected';
      /** whether the same message would be rejected again */
      readonly permanent: boolean;
      readonly reason: string;
      /** whether the server refused the address of a recipient permanently */
      readonly hardBounce: boolean;
    };
