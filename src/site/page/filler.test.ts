import { expect, test } from 'vitest';
import { isFiller } from './filler.ts';

test.each([
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore.',
  'LOREM IPSUM',
  'Leverage agile frameworks to provide a robust synopsis for high level overviews.',
  'Pellentesque habitant morbi tristique senectus et netus et malesuada fames ac turpis egestas.',
  'Lorem ipsum dolor. Praesent libero nec sem eget mi. Class aptent taciti sociosqu litora torquent per conubia nostra.',
  'Aenean euismod bibendum laroeet proin gravida dolor sit amet lacus accusman.',
  'Cras justo odio, dapibus ac facilisis in, egestas eget quam.',
  'Lorem ipsum, dolor sit amet consectetur adipisicing elit. Animi esse ipsam voluptas natus rerum minima exercitationem tenetur.',
  'Vel non praesentium animi vitae quis nemo hic harum earum, numquam, debitis eius assumenda.',
  'I am text block. Click edit button to change this text. Tides are high.',
  'Welcome to WordPress. This is your first post. Edit or delete it, then start writing!',
  'This text is a demo, it will be replaced with what the workshop writes.',
  'Ben Carver mends bows. The bow maker’s brief description will be displayed here for customers.',
  'This text is a demo, to be changed.',
  'Добро пожаловать в WordPress. Это ваша первая запись.',
  'This will be replaced with a real client testimonial.',
  'I am a paragraph. Click here to add your own text and edit me. It is easy.',
  'Your content goes here. Edit or remove this text inline or in the module Content settings.',
  'Таким образом рамки и место обучения кадров позволяет выполнять важные задания по разработке новых предложений.',
  'Этот текст будет заменён позже.',
  'Este es un texto de ejemplo para la portada. Se cambia luego.',
  'Ceci est un texte de remplissage pour voir la mise en page.',
  '这里是占位文字，请替换为您自己的内容。',
  'ここにテキストが入ります。ここにテキストが入ります。',
  'Dies ist ein Typoblindtext. An ihm kann man sehen, ob alle Buchstaben da sind.',
  'この文章はダミーです。文字の大きさ、量、字間、行間等を確認するために入れています。',
  '1064_2_img_0907_2 1063_2_img_0883_1',
  'Fatal error: Uncaught TypeError: count() expects a list in /srv/www/tides.php:12 Stack trace: #0 {main}',
  'Warning: Undefined variable $tide in /srv/www/tides.php on line 12',
  'Traceback (most recent call last): File "tides.py", line 12, in <module>',
  'DSC01234.JPG',
  'It is a long established fact that a reader be distracted by the readable content of a page.',
])('%s is filler', (text) => {
  expect(isFiller(text)).toBe(true);
});

test.each([
  'The tide is high at noon.',
  'Warning: the pier is closed on Sundays.',
  'Lorem ipsum is the text that printers have used for centuries to show a typeface without words to read.',
  'A page with Lorem ipsum on it says nothing to anybody.',
  'Gallia est omnis divisa in partes tres, quarum unam incolunt Belgae, aliam Aquitani.',
  'Et tu in hac re non es sine culpa, sed nos quoque ac vos.',
  'The old bridge will be replaced with a new one in spring.',
  'This page is a sample chapter of the almanac, and nobody has to pay for it.',
  'Enter your text here, and the counter tells how many words it has.',
  'The strings were worn. They are new. The pegs held. They are new. The bow is here.',
  'Разнообразный и богатый опыт мастерской виден в каждой скрипке.',
  'This text will be read again.',
  'In vino veritas',
  'Et in Arcadia ego sum',
  'Lorem',
  'http_200_ok',
  '2026-06-03',
  'abc_123 is a name',
  'IPX7 and 1200mAh',
  '',
])('%s is not filler', (text) => {
  expect(isFiller(text)).toBe(false);
});
