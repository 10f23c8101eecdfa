import {
  english,
  type MessagePart as RenderedPart,
  renderParts,
  type UncheckedMessage,
} from '@slipway/domain/messages';
import { Link } from '../../navigation/link.tsx';
import { Moment } from '../moment.tsx';
import { type MessagePart, parseMessage } from './parse-message.ts';

/** Characters that change the direction of the text around them. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A message of a response: data, and its English text. */
export interface ResponseMessage extends UncheckedMessage {
  readonly sentence: string;
}

interface Props {
  readonly message: ResponseMessage;
  /** the path of an object that the message names, or null */
  readonly linkTo?: (id: string) => string | null;
}

interface NameProps {
  readonly text: string;
  readonly path: string | null;
}

/** A name from outside, which does not affect the direction of the text around it. */
function Name({ text, path }: NameProps) {
  const name = <bdi>{text}</bdi>;
  return path === null ? name : <Link to={path}>{name}</Link>;
}

function renderPart(part: RenderedPart, index: number, linkTo: (id: string) => string | null) {
  switch (part.kind) {
    case 'text':
      return part.text.replace(directionMarks, '');
    case 'moment':
      return <Moment key={index} at={part.at} />;
    case 'name':
      return <Name key={index} text={part.text} path={part.id === null ? null : linkTo(part.id)} />;
  }
}

/** A message in the language of the page, with links to the objects that it names, and times in the zone of the viewer. */
export function Message({ message, linkTo = () => null }: Props) {
  const parts = renderParts(message, english);
  if (parts === null) return <TextMessage text={message.sentence} />;
  return <>{parts.map((part, index) => renderPart(part, index, linkTo))}</>;
}

function renderTextPart(part: MessagePart, index: number) {
  switch (part.kind) {
    case 'said':
      return part.text.replace(directionMarks, '');
    case 'moment':
      return <Moment key={index} at={part.at} />;
    case 'quoted':
      return <Name key={index} text={part.text} path={null} />;
  }
}

/** A text of the server that has no code, such as an activity entry of an earlier version. */
export const TextMessage = ({ text }: { readonly text: string }) => <>{parseMessage(text).map(renderTextPart)}</>;
