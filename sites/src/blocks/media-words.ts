import { forLanguage } from './words.ts'

/** The words of pictures and videos. A language that lacks a word does not compile. */
interface MediaWords {
  readonly enlarge: string
  readonly close: string
  readonly play: string
  /** A pattern with {host}. */
  readonly playedFrom: string
}

const en: MediaWords = {
  enlarge: 'Enlarge the picture',
  close: 'Close',
  play: 'Play the video',
  playedFrom: 'Loaded from {host}, and only once you play it',
}

const de: MediaWords = {
  enlarge: 'Bild vergrößern',
  close: 'Schließen',
  play: 'Video abspielen',
  playedFrom: 'Wird von {host} geladen, und erst beim Abspielen',
}

const fr: MediaWords = {
  enlarge: 'Agrandir l’image',
  close: 'Fermer',
  play: 'Lire la vidéo',
  playedFrom: 'Chargée depuis {host}, seulement à la lecture',
}

const es: MediaWords = {
  enlarge: 'Ampliar la imagen',
  close: 'Cerrar',
  play: 'Reproducir el vídeo',
  playedFrom: 'Se carga desde {host}, y solo al reproducirlo',
}

const ptBr: MediaWords = {
  enlarge: 'Ampliar a imagem',
  close: 'Fechar',
  play: 'Reproduzir o vídeo',
  playedFrom: 'Carregado de {host}, e só ao reproduzir',
}

const nl: MediaWords = {
  enlarge: 'Afbeelding vergroten',
  close: 'Sluiten',
  play: 'Video afspelen',
  playedFrom: 'Wordt geladen van {host}, en pas bij het afspelen',
}

const no: MediaWords = {
  enlarge: 'Forstørr bildet',
  close: 'Lukk',
  play: 'Spill av videoen',
  playedFrom: 'Lastes fra {host}, og først når du spiller den av',
}

const ru: MediaWords = {
  enlarge: 'Увеличить изображение',
  close: 'Закрыть',
  play: 'Воспроизвести видео',
  playedFrom: 'Загружается с {host}, и только при воспроизведении',
}

const ja: MediaWords = {
  enlarge: '画像を拡大',
  close: '閉じる',
  play: '動画を再生',
  playedFrom: '再生したときにだけ {host} から読み込まれます',
}

const zh: MediaWords = {
  enlarge: '放大图片',
  close: '关闭',
  play: '播放视频',
  playedFrom: '仅在播放时从 {host} 加载',
}

const ar: MediaWords = {
  enlarge: 'تكبير الصورة',
  close: 'إغلاق',
  play: 'تشغيل الفيديو',
  playedFrom: 'يُحمَّل من {host} عند تشغيله فقط',
}

const he: MediaWords = {
  enlarge: 'הגדלת התמונה',
  close: 'סגירה',
  play: 'הפעלת הסרטון',
  playedFrom: 'נטען מ-{host}, ורק עם ההפעלה',
}

const all = { ar, de, en, es, fr, he, ja, nl, no, pt: ptBr, ru, zh }

export function mediaWordsFor(language: string): MediaWords {
  return forLanguage(all, language)
}
