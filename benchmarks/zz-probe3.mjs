const h = await import('/work/main/packages/http-syntax/dist/esm/index.js');
function bench(name,fn){let best=1e9;for(let r=0;r<60;r++){const N=50000;const t=process.hrtime.bigint();for(let i=0;i<N;i++)globalThis.k=fn(i);best=Math.min(best,Number(process.hrtime.bigint()-t)/N);}console.log(name.padEnd(40),best.toFixed(1));}
const F=/[^!"$-~\u0080-\uffff]/;
const T='/books/7?page=2&q=water';
bench('regex',()=>F.test(T));
function split(t){const m=t.indexOf('?');return m===-1?{path:t,query:''}:{path:t.slice(0,m),query:t.slice(m+1)}}
bench('now',()=>h.parseRequestTarget('GET',T));
bench('spread',()=>({form:'origin',...split(T)}));
bench('literal',()=>{const m=T.indexOf('?');return m===-1?{form:'origin',path:T,query:''}:{form:'origin',path:T.slice(0,m),query:T.slice(m+1)}});
