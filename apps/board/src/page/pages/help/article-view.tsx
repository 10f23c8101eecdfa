import { BlockView, FormattedText } from '../../components/markdown/block-view.tsx';
import type { Span } from '../../components/markdown/markdown-spans.ts';
import { linkTo } from '../../navigation/base.ts';
import { Link } from '../../navigation/link.tsx';
import { type ArticleBlock, targetOf } from './article.ts';
import { documentation } from './documentation.ts';
import { helpUrl } from './links.ts';

const hasPage = (page: string): boolean => Object.hasOwn(documentation, page);

/** Returns a function that renders the links of a page of the documentation. */
const linksOf = (page: string) => ({
  isAllowed: (): boolean => true,
  renderLink: ({ text, to = '' }: Span) => {
    const target = targetOf(to, page, hasPage);
    const label = text.replaceAll('`', '');
    switch (target?.kind) {
      case 'page':
        return <Link to={helpUrl(target.to)}>{label}</Link>;
      case 'path':
        return <a href={linkTo(target.to)}>{label === to ? linkTo(target.to) : label}</a>;
      case 'url':
        return (
          <a href={target.to} rel="noopener noreferrer" target="_blank">
            {label}
          </a>
        );
      case undefined:
        return label;
    }
  },
});

interface BlockProps {
  readonly block: ArticleBlock;
  /** The page that contains the block. */
  readonly page: string;
}

interface SectionProps {
  readonly block: Extract<ArticleBlock, { kind: 'section' }>;
  readonly page: string;
}

function Section({ block: { level, id, text }, page }: SectionProps) {
  const Heading = level === 1 ? 'h1' : level === 2 ? 'h2' : 'h3';
  return (
    <Heading id={id} tabIndex={-1}>
      <FormattedText text={text} {...linksOf(page)} />
    </Heading>
  );
}

/** A block of a page of the documentation. */
export function ArticleBlockView({ block, page }: BlockProps) {
  switch (block.kind) {
    case 'section':
      return <Section block={block} page={page} />;
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll long lines
        <pre tabIndex={0}>{block.text}</pre>
      );
    case 'paragraph':
    case 'quote':
    case 'rule':
    case 'table':
    case 'list':
      return <BlockView block={block} {...linksOf(page)} />;
  }
}
