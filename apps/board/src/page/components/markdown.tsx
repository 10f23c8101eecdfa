import { type Block, parseBlocks } from './markdown/markdown-blocks.ts';
import { parseSpans, type Span } from './markdown/markdown-spans.ts';

/** The maximum length of a formatted text, in characters. Longer texts are shown unformatted. */
const maxFormattedLength = 50_000;

function renderSpan({ kind, text, to }: Span, index: number) {
  if (kind === 'strong') return <strong key={index}>{text}</strong>;
  if (kind === 'emphasis') return <em key={index}>{text}</em>;
  if (kind === 'code') return <code key={index}>{text}</code>;
  if (kind === 'link')
    return (
      <a key={index} href={to} rel="noopener noreferrer nofollow" target="_blank">
        {text}
      </a>
    );
  return text;
}

const Line = ({ text }: { readonly text: string }) => <>{parseSpans(text).map(renderSpan)}</>;

function renderBlock(block: Block, index: number) {
  switch (block.kind) {
    case 'heading':
      return (
        <p key={index} class="heading">
          <Line text={block.text} />
        </p>
      );
    case 'paragraph':
      return (
        <p key={index}>
          <Line text={block.text} />
        </p>
      );
    case 'quote':
      return (
        <blockquote key={index}>
          <Line text={block.text} />
        </blockquote>
      );
    case 'code':
      return <pre key={index}>{block.text}</pre>;
    case 'rule':
      return <hr key={index} />;
    case 'list': {
      const items = block.items.map((item, at) => (
        <li key={at}>
          <Line text={item} />
        </li>
      ));
      return block.isOrdered ? <ol key={index}>{items}</ol> : <ul key={index}>{items}</ul>;
    }
  }
}

/** Formats a Markdown text. HTML is shown as text. */
export const Markdown = ({ text }: { readonly text: string }) =>
  text.length > maxFormattedLength ? (
    <pre class="markdown">{text}</pre>
  ) : (
    <div class="markdown">{parseBlocks(text).map(renderBlock)}</div>
  );
