import { Link } from '../../navigation/link.tsx';
import { Moment } from '../moment.tsx';
import { type MessagePart, type NamedObject, parseMessage } from './parse-message.ts';

interface Props {
  readonly text: string;
  /** what it names, in that order */
  readonly namedObjects?: readonly NamedObject[];
}

function renderPart(part: MessagePart, index: number) {
  switch (part.kind) {
    case 'said':
      return part.text;
    case 'moment':
      return <Moment key={index} at={part.at} />;
    case 'quoted': {
      const name = <bdi key={index}>{part.text}</bdi>;
      return part.to === null ? (
        name
      ) : (
        <Link key={index} to={part.to}>
          {name}
        </Link>
      );
    }
  }
}

/**
 * A sentence of the server, in which what people called things turns nothing around, and leads to it where that is known, and
 * moments are those of the viewer's zone.
 */
export const Message = ({ text, namedObjects }: Props) => <>{parseMessage(text, namedObjects).map(renderPart)}</>;
