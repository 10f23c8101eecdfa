import { type MessagePart, renderParts } from '@slipway/domain/messages';
import { withFullNames } from '../api/full-names.ts';
import { type DisplayMessage, language, type ResponseMessage, revised } from '../api/language.ts';
import { Link } from '../navigation/link.tsx';
import { Moment } from './moment.tsx';

/** Unicode characters that change the direction of the surrounding text. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

interface LinkProps {
  /** Returns the path of an object that the message names; null for no link. */
  readonly linkTo?: ((id: string) => string | null) | undefined;
}

interface Props extends LinkProps {
  readonly message: DisplayMessage;
}

interface NameProps {
  readonly text: string;
  readonly path: string | null;
}

/** A name from user data, isolated so that it does not change the direction of the surrounding text. */
function Name({ text, path }: NameProps) {
  const name = <bdi>{text}</bdi>;
  return path === null ? name : <Link to={path}>{name}</Link>;
}

function renderPart(part: MessagePart, index: number, linkTo: LinkProps['linkTo']) {
  switch (part.kind) {
    case 'text':
      return part.text.replace(directionMarks, '');
    case 'moment':
      return <Moment key={index} at={part.at} />;
    case 'name':
      return <Name key={index} text={part.text} path={part.id === null ? null : (linkTo?.(part.id) ?? null)} />;
  }
}

/** A message in the language and time zone of the user, with links to the objects that it names. */
function RenderedMessage({ message, linkTo }: LinkProps & { readonly message: ResponseMessage }) {
  const parts = language.value && renderParts({ ...message, params: withFullNames(message.params) }, language.value);
  if (parts === null) return message.sentence.replace(directionMarks, '');
  const content = revised(parts, message).map((part, index) => renderPart(part, index, linkTo));
  const tag = language.value?.tag;
  return tag === document.documentElement.lang ? content : <span lang={tag}>{content}</span>;
}

/** A message for the user. A plain text is shown unchanged. */
export const Message = ({ message, linkTo }: Props) =>
  typeof message === 'string' ? (
    message.replace(directionMarks, '')
  ) : (
    <RenderedMessage message={message} linkTo={linkTo} />
  );

/** The maximum number of messages in a list. */
const maxListed = 100;

/** A list of messages, limited to the first ones. */
export const MessageList = ({ messages }: { readonly messages: readonly DisplayMessage[] }) => (
  <>
    <ul>
      {messages.slice(0, maxListed).map((message, index) => (
        <li key={index}>
          <Message message={message} />
        </li>
      ))}
    </ul>
    {messages.length > maxListed && <p>{messages.length - maxListed} more</p>}
  </>
);
