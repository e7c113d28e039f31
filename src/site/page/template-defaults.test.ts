import { expect, test } from 'vitest';
import {
  isCodeDescription,
  isDefaultDescription,
  isDefaultHeading,
  isDefaultTitle,
  isLeftover,
  isSampleProduct,
} from './template-defaults.ts';

test.each([
  ['React App', true],
  ['  vite +  React ', true],
  ['Quay Notes – Just another WordPress site', true],
  ['Your Site Title — Home', true],
  ['Hello from My Site | My Site', true],
  ['{{ page.title }}', true],
  ['undefined | Quay Notes', true],
  ['NaN', true],
  ['null | Quay Notes', true],
  ['Null and void | Quay Notes', false],
  ['Index of /seals', true],
  ['pages.seals.title', true],
  ['translation missing: en.seals.title', true],
  ['seals.example.com', false],
  ['Directory listing for /seals/', true],
  ['Index of sailors', false],
  ['Undefined behaviour | Quay Notes', false],
  ['My Google AI Studio App', true],
  ['Base44 APP', true],
  ['Emergent | Fullstack App', true],
  ['How we built our app with Google AI Studio', false],
  ['Documento sin título', true],
  ['Home', true],
  ['Startseite', true],
  ['Главная', true],
  ['Accueil', true],
  ['Página 2', true],
  ['Page 12', true],
  ['IMG_20300102_081500 – Quay Notes', true],
  ['20300102 | Quay Notes', true],
  ['Image 5 of the harbour', false],
  ['2030: a year of tides', false],
  ['Quay Notes – Un site utilisant WordPress', true],
  ['Home | Quay Notes', false],
  ['Merhaba dünya! – Quay Notes', true],
  ['Без рубрики | Quay Notes', true],
  ['Hello, World! – Quay Notes', false],
  ['Homeward', false],
  ['Page 12 of the almanac', false],
  ['Just another WordPress site? Why ours is not', false],
  ['How to deploy a React app', false],
  ['Hexo', false],
  ['Astro', false],
  ['x'.repeat(100_000), false],
])('the title %.40s is a default: %s', (title, expected) => {
  expect(isDefaultTitle(title)).toBe(expected);
});

test.each([
  ['Web site created using create-react-app', true],
  ['Lovable Generated Project', true],
  ['Write an awesome description for your new site here. You can edit this line in _config.yml.', true],
  ['We create web sites for harbours, with React.', false],
])('the description %s is a default: %s', (description, expected) => {
  expect(isDefaultDescription(description)).toBe(expected);
});

test('headings, names and products of templates are known', () => {
  const headings = [
    'Hello world!',
    'Chào tất cả mọi người!',
    '{{ page.title }}',
    'Lorem ipsum dolor sit amet',
    'Hello from the quay',
  ];
  expect(headings.map(isDefaultHeading)).toEqual([true, true, true, true, false]);
  expect(['My Store', 'My Store in Penwick'].map(isLeftover)).toEqual([true, false]);
  expect(['Example product title', 'Oilskin jacket'].map(isSampleProduct)).toEqual([true, false]);
});

test('the tags at the end of an excerpt make a description code', () => {
  expect(isCodeDescription('The seals are back. Continue reading <span class="meta-nav">')).toBe(true);
  expect(isCodeDescription('Depths of < 3 m and > 9 m, read by the harbour')).toBe(false);
});
